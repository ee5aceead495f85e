import { Badge } from '../../../components/ui/badge.tsx'

/** Marks a chat whose character is gone. */
export function DeletedTag() {
  return <Badge>deleted</Badge>
}
