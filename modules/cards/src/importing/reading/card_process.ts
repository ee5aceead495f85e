import { ReadingProcess, type ReadingLimits } from '../../reading/reading_process.ts'
import type { CardEvent, CardReadingJob } from './card_event.ts'

/** The module of the child process. Like this file, it is TypeScript or compiled JavaScript. */
const script = new URL(`./card_reading_process${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)

export type CardProcess = ReadingProcess<CardReadingJob, CardEvent>

/** Starts a process that reads cards, one file at a time. */
export const startCardProcess = (limits: ReadingLimits): CardProcess => new ReadingProcess(script, limits)
