/**
 * Both channels of the supervisor: the control channel its workers join, and the admin API that
 * operators and other programs ask. Uses {@code fleet}, {@code report}, {@code metrics} and {@code
 * runtime.protocol}. Its threads are Netty's and Vert.x's event loops; everything that decides is
 * handed to the supervisor loop. The client of the admin API is here too, for the command line: it
 * blocks its caller and uses neither.
 */
@NullMarked
package org.jvmcluster.supervisor.control;

import org.jspecify.annotations.NullMarked;
