import { BackgroundProcess, scriptBeside, type BackgroundLimits } from '#modules/kernel/background/background_process'
import type { CardEvent, CardReadingJob } from './card_event.ts'

const script = scriptBeside(import.meta.url, 'card_reader_process')

export type CardProcess = BackgroundProcess<CardReadingJob, CardEvent>

/** Starts a process that reads cards, one file at a time. */
export const startCardProcess = (limits: BackgroundLimits): CardProcess => new BackgroundProcess(script, limits)
