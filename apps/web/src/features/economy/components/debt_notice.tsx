import { Alert } from '#web/components/ui/alert'
import { rubiesText } from '#web/components/shared/rubies_text'

export function DebtNotice({ rubies }: { rubies: number }) {
  return (
    <Alert tone="warning" title={`You owe ${rubiesText(rubies)}`}>
      A payment was reversed after its rubies had been spent. Rubies that you buy or receive pay this debt first.
    </Alert>
  )
}
