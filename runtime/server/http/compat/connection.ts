/** BuildAdmin's clients let people choose among connections of databases; here there is one. */

export const connectionName = 'default'
