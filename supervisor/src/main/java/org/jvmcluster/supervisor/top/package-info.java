/**
 * The live table in the terminal. What is shown is a pure function of what is known and of the size
 * of the screen; one class talks to the terminal, and one lets keys, answers and events come in
 * turn. Uses {@code report} and {@code control}, and JLine for the terminal's modes.
 */
@NullMarked
package org.jvmcluster.supervisor.top;

import org.jspecify.annotations.NullMarked;
