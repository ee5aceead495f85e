import type { CodeBatch } from '#modules/economy/api'
import type { AdminActSubject } from '../../api.ts'

export const codesSubject = ({ id, name }: CodeBatch): AdminActSubject => ({ type: 'ledger', id, name })
