export { withTimeout as withPatience } from './with_timeout.ts'
