import type { Command } from 'commander'

/** A command line, and what comes of it. It must work as it stands: a test runs those that harm nothing. */
export type Example = readonly [line: string, does: string]

/** Shows in a command's help what it looks like in use. */
export const withExamples = (command: Command, ...examples: Example[]): Command =>
  command.addHelpText('after', `\nExamples:\n${examples.map(([line, does]) => `  ${line}\n      ${does}`).join('\n')}`)
