import { brand } from '#config/brand'
import { Alert } from '#web/components/ui/alert'
import { sentenceOf } from '#web/lib/api_error'
import { PushUnavailable } from './device.ts'

const sentences: Record<PushUnavailable['because'], string> = {
  blocked: `Your browser blocks notifications of ${brand.name}. Allow them in its settings for this site, then reload the page.`,
  unanswered: 'Your browser couldn’t turn notifications on. Check your connection and try again.',
}

export const problemSentence = (error: unknown): string =>
  error instanceof PushUnavailable
    ? sentences[error.because]
    : sentenceOf(error, 'Notifications couldn’t be changed. Please try again.')

/** Why pushes aren't on: a state of the browser, or an error that has just happened. */
export function PushProblem(props: { because: PushUnavailable['because'] } | { error: unknown }) {
  return 'because' in props ? (
    <Alert tone="warning">{sentences[props.because]}</Alert>
  ) : (
    <Alert tone="danger" isLive>
      {problemSentence(props.error)}
    </Alert>
  )
}
