/* A server process that gets one reply. Prints the number of parts, and exits when its standard input ends. Argument: `FOLDER`. */
import { collect } from '../../kits/model_kit.ts'
import { llamaModel } from '../index.ts'

const { parts } = await collect(llamaModel({ folder: process.argv[2]! }))
process.stdout.write(`${parts.length}\n`)
process.stdin.resume()
