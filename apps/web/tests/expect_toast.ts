import { screen } from '@testing-library/react'
import { expect } from 'vitest'

/** Waits for a toast. Its text exists twice: visible and for screen readers. */
export const expectToast = async (text: string | RegExp): Promise<void> =>
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
