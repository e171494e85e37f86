import { join } from 'node:path'

/** The folder of applied designs in a data folder. */
export const designFolder = (dataFolder: string): string => join(dataFolder, 'designs')

/** The file that notes a change until it is complete. */
export const journalPath = (dataFolder: string): string => join(designFolder(dataFolder), 'journal.json')
