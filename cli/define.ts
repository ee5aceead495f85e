import type { Command } from 'commander'
import type { Outcome } from './outcome.ts'

/** A function that adds one command to the program. `run` performs the work and prints its outcome. */
export type DefineCommand = (program: Command, run: (work: () => Promise<Outcome>) => Promise<void>) => void
