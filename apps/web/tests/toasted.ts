import { screen } from '@testing-library/react'
import { expect } from 'vitest'

/** Waits until a toast says this. It says so twice: once to be seen, once to be heard. */
export const toasted = async (text: string | RegExp): Promise<void> =>
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
