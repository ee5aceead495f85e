import { getChallenge } from '#modules/accounts/calls'
import { callServer } from '#web/lib/api_client'

/**
 * Returns proof of work for the public form, found in a worker. Empty if the form needs none, or none could be found: then the server says
 * what to do.
 */
export async function answerChallenge(): Promise<string> {
  try {
    const { challenge } = await callServer(getChallenge, { query: { form: 'report' } })
    return challenge ? await solve(challenge) : ''
  } catch {
    return ''
  }
}

const solve = async (challenge: object): Promise<string> => {
  const worker = new Worker('/challenge_solver.js', { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data))
      worker.addEventListener('error', reject)
      worker.postMessage(challenge)
    })
  } finally {
    worker.terminate()
  }
}
