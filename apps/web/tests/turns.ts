import { act } from '@testing-library/react'

/** Lets the app finish what needs no timer: answers that were released, and their rendering. Each step takes a few turns of the event loop. */
export const turns = (count = 20) =>
  act(async () => {
    while (count-- > 0) await new Promise((resolve) => setTimeout(resolve))
  })
