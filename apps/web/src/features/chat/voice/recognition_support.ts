/** The part of the browser's speech recognition that dictation uses. Chromium and Safari have it, under a prefix. */
export interface Recognition {
  lang: string
  continuous: boolean
  interimResults: boolean
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void) | null
  onerror: ((event: { error: string }) => void) | null
  onend: (() => void) | null
  start(): void
  stop(): void
  abort(): void
}

type RecognitionWindow = Partial<Record<'SpeechRecognition' | 'webkitSpeechRecognition', new () => Recognition>>

export const recognitionClass = (): (new () => Recognition) | undefined => {
  const { SpeechRecognition, webkitSpeechRecognition } = window as unknown as RecognitionWindow
  return SpeechRecognition ?? webkitSpeechRecognition
}

export const hasRecognition = (): boolean => recognitionClass() !== undefined
