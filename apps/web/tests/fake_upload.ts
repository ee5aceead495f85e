import { vi } from 'vitest'
import type { AnswerName, ApiAnswers } from './api_answers.ts'
import { checkBody } from './check_answer.ts'

/** An upload controlled by the test. */
export class FakeUpload extends EventTarget {
  readonly upload = new EventTarget()
  status = 0
  statusText = ''
  responseText = ''
  address = ''
  body: unknown = null
  isAborted = false

  open(method: string, address: string): void {
    this.address = `${method} ${address}`
  }
  setRequestHeader(): void {}
  send(body: unknown): void {
    this.body = body
  }
  abort(): void {
    this.isAborted = true
    this.dispatchEvent(new Event('abort'))
  }

  /** The uploaded file, raw or from a form. */
  get file(): File | null {
    return (this.body instanceof FormData ? this.body.get('file') : this.body) as File | null
  }

  progress(share: number): void {
    this.upload.dispatchEvent(
      new ProgressEvent('progress', { lengthComputable: true, loaded: share * 100, total: 100 })
    )
  }
  respond<Name extends AnswerName>(name: Name, body: ApiAnswers[Name], status = 200): void {
    checkBody(name, body)
    this.#load(body, status)
  }
  /** Responds with an empty object, which breaks the contract on purpose. */
  respondMalformed(status = 200): void {
    this.#load({}, status)
  }
  #load(body: unknown, status: number): void {
    Object.assign(this, { status, responseText: JSON.stringify(body) })
    this.dispatchEvent(new Event('load'))
  }
  fail(): void {
    this.dispatchEvent(new Event('error'))
  }
}

/** Records uploads from now on, oldest first. */
export function recordUploads(): FakeUpload[] {
  const requests: FakeUpload[] = []
  class Recorded extends FakeUpload {
    override send(body: unknown): void {
      super.send(body)
      requests.push(this)
    }
  }
  vi.stubGlobal('XMLHttpRequest', Recorded)
  return requests
}
