/*
 * Runs in a child process, because the flags of its regular expressions are those of the whole process. The pool may end it at any moment.
 */
import { runPatterns } from './run_patterns.ts'

export default runPatterns

// A Ctrl-C at the terminal reaches this process too, but the server decides when it ends.
process.on('SIGINT', () => {})
