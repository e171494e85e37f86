/** Names of realtime topics of rooms. */

export const roomTopic = (room: number): string => `examRoom:${room}`
export const attemptTopic = (attempt: number): string => `examAttempt:${attempt}`
