import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { MessageText } from '#web/components/text/message_text'

/**
 * Shows a message that grows by `step` letters a frame, and returns how long each frame took to parse, render and lay out, in milliseconds.
 */
async function measureFrames(text: string, step: number): Promise<number[]> {
  const place = document.createElement('div')
  place.className = 'max-w-[40rem] whitespace-pre-wrap'
  document.body.append(place)
  const root = createRoot(place)
  const times: number[] = []
  for (let end = step; end <= text.length; end += step) {
    await new Promise(requestAnimationFrame)
    const from = performance.now()
    flushSync(() => root.render(<MessageText text={text.slice(0, end)} isGrowing />))
    void place.offsetHeight
    times.push(performance.now() - from)
  }
  root.unmount()
  place.remove()
  return times
}

Object.assign(window, { measureFrames })
