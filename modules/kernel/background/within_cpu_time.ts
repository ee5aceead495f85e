import vm from 'node:vm'

/**
 * Runs a function, or gives up when its CPU time is used up; then returns null. Blocks its thread, because a runaway expression stops only
 * when the script that runs it is terminated. Node's timeout measures elapsed time, so on a busy machine the script runs again with the
 * remaining CPU time.
 */
export const withinCpuTime = <Value>(run: () => Value, deadlineMs: number): { value: Value; tookMs: number } | null => {
  const usage = process.cpuUsage()
  const usedMs = () => {
    const { user, system } = process.cpuUsage(usage)
    return (user + system) / 1000
  }
  let value!: Value
  const context = vm.createContext({ run: () => (value = run()) })
  const script = new vm.Script('run()')
  for (let tookMs = 0; tookMs < deadlineMs; tookMs = usedMs())
    try {
      script.runInContext(context, { timeout: Math.max(1, Math.ceil(deadlineMs - tookMs)) })
      return { value, tookMs: usedMs() }
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    }
  return null
}
