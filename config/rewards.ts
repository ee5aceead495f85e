import env from './env.ts'

/** Where we can ask Discord who is on our server, the reward for joining is for those who are; else it is granted on trust. */
export default { checksDiscordMembership: Boolean(env.get('DISCORD_CLIENT_ID') && env.get('DISCORD_GUILD_ID')) }
