/**
 * A comparison as it is carried out: starts the arms, loads one after the other, reads what it cost
 * and ends everything it has started, in every outcome. Draws no conclusion: what was measured
 * leaves as the values of {@code compare.result}. Uses the load client, the admin client of {@code
 * control}, and {@code /proc}. One thread measures; others read the output of programs.
 */
@NullMarked
package org.jvmcluster.supervisor.compare;

import org.jspecify.annotations.NullMarked;
