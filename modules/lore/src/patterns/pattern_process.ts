/*
 * Runs in a child process, because the V8 flag for its regular expressions applies to a whole process. The pool may terminate it at any
 * moment.
 */
import { runPatterns } from './run_patterns.ts'

export default runPatterns

// A Ctrl-C at the terminal reaches this process too, but the server decides when it ends.
process.on('SIGINT', () => {})
