/**
 * A worker that solves the challenge of a form (`apps/web/public/pages.js`, and the public form of `features/moderation`). It gets the challenge,
 * and posts the value of the form's field `challenge`, or an empty text if it finds none.
 */
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { Challenge } from 'altcha-lib/types'

/** Longer than the slowest phone takes. */
const timeoutMs = 120_000

addEventListener('message', ({ data: challenge }: MessageEvent<Challenge>) => {
  void solveChallenge({ challenge, deriveKey, timeout: timeoutMs })
    .then((solution) => (solution ? btoa(JSON.stringify({ challenge, solution })) : ''))
    .catch(() => '')
    .then((answer) => postMessage(answer))
})
