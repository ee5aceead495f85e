import { screen } from '@testing-library/react'
import { expect } from 'vitest'

/** Waits for a toast with this text, which is rendered twice: visibly and in a live region. */
export const toasted = async (text: string | RegExp): Promise<void> =>
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
