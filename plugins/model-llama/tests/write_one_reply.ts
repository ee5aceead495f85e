/* `write_one_reply.ts FOLDER`: a server process that gets one reply. Prints its length, and ends when its standard input does. */
import { collect } from '../../contract/model_suite.ts'
import { llamaModel } from '../index.ts'

const { parts } = await collect(llamaModel({ folder: process.argv[2]! }))
process.stdout.write(`${parts.length}\n`)
process.stdin.resume()
