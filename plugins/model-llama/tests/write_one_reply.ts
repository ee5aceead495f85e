/* A server process that gets one reply. Prints the number of parts, and exits when its standard input ends. Argument: `FOLDER`. */
import { collect } from '../../contract/model_suite.ts'
import { llamaModel } from '../index.ts'

const { parts } = await collect(llamaModel({ folder: process.argv[2]! }))
process.stdout.write(`${parts.length}\n`)
process.stdin.resume()
