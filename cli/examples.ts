import type { Command } from 'commander'

/** A command line and its effect. The line must work unchanged, because a test runs most examples. */
export type Example = readonly [line: string, does: string]

/** Adds examples to a command's help. */
export const withExamples = (command: Command, ...examples: Example[]): Command =>
  command.addHelpText('after', `\nExamples:\n${examples.map(([line, does]) => `  ${line}\n      ${does}`).join('\n')}`)
