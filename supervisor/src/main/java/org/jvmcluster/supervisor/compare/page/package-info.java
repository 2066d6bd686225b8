/**
 * A comparison for people and programs: JSON, Markdown, the terminal, and one HTML file that needs
 * no network. Turns {@code compare.result} and {@code compare.figures} into text and reckons
 * nothing itself. Reads its own style and script, and uPlot, from the class path; otherwise without
 * state.
 */
@NullMarked
package org.jvmcluster.supervisor.compare.page;

import org.jspecify.annotations.NullMarked;
