/** What a list of a table with states draws; one piece, loaded for such tables only. */
export { BatchMachine } from './BatchMachine.tsx'
export { ListStage } from './ListStage.tsx'
export { RowMachine } from './RowMachine.tsx'
