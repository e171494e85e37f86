import { join } from 'node:path'

/** The folder of applied designs in a data folder. */
export const designFolder = (dataFolder: string): string => join(dataFolder, 'designs')

/** What is about to be done is noted there until it is done. */
export const journalPath = (dataFolder: string): string => join(designFolder(dataFolder), 'journal.json')
