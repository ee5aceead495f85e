import { Alert } from '../../../components/ui/alert.tsx'
import { rubiesText } from '../../../lib/rubies_text.ts'

export function DebtNotice({ rubies }: { rubies: number }) {
  return (
    <Alert tone="warning" title={`You owe ${rubiesText(rubies)}`}>
      A payment was taken back after its rubies had been spent. The next rubies that come in pay this first, bought or
      given; after that the balance grows again.
    </Alert>
  )
}
