/* Entry point of a child process that reads cards. */
import { serveReading } from '../../reading/serve_reading.ts'
import { readCardFile } from './read_card_file.ts'

// A card at a time: each can be several megabytes, and its pictures are in files.
serveReading(readCardFile, { eventsMax: 1, bytesMax: Infinity, sizeOf: () => 0 })
