/** A recognition that hears two parts at once, and ends when it is told to. */
export const fakeRecognition = `
  window.SpeechRecognition = window.webkitSpeechRecognition = class {
    start() {
      queueMicrotask(() => this.onresult({ results: [[{ transcript: 'How is' }], [{ transcript: ' the sea?' }]] }))
    }
    stop() {
      this.onend()
    }
    abort() {}
  }
`
