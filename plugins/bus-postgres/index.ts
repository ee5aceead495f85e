export { postgresBus, type NotifyConnection } from './src/postgres_bus.ts'
