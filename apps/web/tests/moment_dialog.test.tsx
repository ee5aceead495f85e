import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { MomentDialog } from '../src/features/chat/pictures/moment_dialog.tsx'
import { answer } from './check_answer.ts'
import { FakeImages } from './fake_images.ts'

class FakeMoments extends FakeImages {
  drawn: unknown[] = []

  override answer(method: string, url: URL, body: unknown): Response {
    if (!url.pathname.endsWith('/a-message/pictures')) return super.answer(method, url, body)
    this.drawn.push(body)
    const picture = { id: 'a-picture', messageId: 'a-message', kind: 'drawn', state: 'drawing' } as const
    const rest = { width: null, height: null, alt: 'A lamp', createdAt: '2026-01-01T00:00:00.000Z' }
    return answer('ChatPicture', { ...picture, ...rest }, { status: 201 })
  }
}

test('draws a moment with the options of the model, within their bounds', async () => {
  const api = new FakeMoments()
  api.options = [{ id: 'steps', kind: 'number', min: 1, max: 60, step: 1, default: 25 }]
  vi.stubGlobal('fetch', api.fetch)
  const onClose = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MomentDialog messageId="a-message" prompt="A lamp" onClose={onClose} />
    </QueryClientProvider>
  )
  fireEvent.click(await screen.findByText('More'))
  const steps = screen.getByRole('spinbutton', { name: 'Steps' })
  const draw = screen.getByRole('button', { name: /^Draw/ })
  fireEvent.change(steps, { target: { value: '61' } })
  fireEvent.click(draw)
  expect(await screen.findByText('Steps must be a whole number from 1 to 60.')).toBeTruthy()
  expect(api.drawn).toEqual([])
  fireEvent.change(steps, { target: { value: '12' } })
  fireEvent.click(draw)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(api.drawn).toEqual([{ prompt: 'A lamp', model: 'flux-schnell', aspect: '1:1', options: { steps: 12 } }])
})
