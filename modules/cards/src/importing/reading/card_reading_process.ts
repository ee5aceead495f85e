/* Entry point of a child process that reads cards. */
import { serveReading } from '../../reading/serve_reading.ts'
import { readCardFile } from './read_card_file.ts'

// Sends one card at a time, because each can have several megabytes. Pictures are sent as files. Refused files are small.
serveReading(readCardFile, { eventsMax: 100, bytesMax: 1, sizeOf: ({ kind }) => (kind === 'refused' ? 0 : 1) })
