import { Badge } from '#web/components/ui/badge'

/** Marks a chat whose character was deleted. */
export function DeletedTag() {
  return <Badge>deleted</Badge>
}
