import { withinCpuTime } from '#modules/kernel/background/within_cpu_time'
import { runScripts } from '../../prompts/api.ts'
import type { ScriptAnswer, ScriptJob } from './script_job.ts'

/** The limits of CPU time for one script, and for all scripts of a prompt. */
const scriptDeadlineMs = 50
const promptDeadlineMs = 250

/** Runs the scripts of a prompt, one after the other. A script that fails on one message or takes too long changes none. */
export const runScriptJob = ({ texts, scripts }: ScriptJob): ScriptAnswer => {
  const failed: string[] = []
  let changed = [...texts]
  let leftMs = promptDeadlineMs
  for (const { script, messages } of scripts) {
    const deadlineMs = Math.min(scriptDeadlineMs, leftMs)
    const run = () => messages.map((index) => runScripts(changed[index]!, [script]))
    const done = deadlineMs > 0 ? withinCpuTime(run, deadlineMs) : null
    leftMs -= done?.tookMs ?? deadlineMs
    if (!done || done.value.some((result) => result.failed.length > 0)) {
      failed.push(script.name)
      continue
    }
    changed = [...changed]
    for (const [at, index] of messages.entries()) changed[index] = done.value[at]!.text
  }
  return { texts: changed, failed }
}
