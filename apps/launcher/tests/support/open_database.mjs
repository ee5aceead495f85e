import process from 'node:process'
import { openDatabase } from '../../database.mjs'

/** Opens the database of a folder, prints one line of JSON, and closes it when its input ends. */
const [dataDir, outside] = process.argv.slice(2)
const words = []
const options = {
  dataDir,
  unsafeFast: !process.env.DURABLE,
  say: (line) => words.push(line),
  ...(outside ? { outside } : {}),
}
try {
  const { url, ownerUrl, pid, adopted, close } = await openDatabase(options)
  process.stdout.write(`${JSON.stringify({ url, ownerUrl, pid, adopted, words })}\n`)
  process.stdin.resume().once('end', async () => {
    await close()
    process.exit(0)
  })
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: error.message })}\n`)
  process.exit(1)
}
