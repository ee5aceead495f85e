import { Alert } from '../../../components/ui/alert.tsx'
import { rubiesText } from '../../../components/shared/rubies_text.ts'

export function DebtNotice({ rubies }: { rubies: number }) {
  return (
    <Alert tone="warning" title={`You owe ${rubiesText(rubies)}`}>
      A payment was reversed after its rubies had been spent. Rubies that you buy or receive pay this debt first.
    </Alert>
  )
}
