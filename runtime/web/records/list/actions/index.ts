/** What a list of a table with states draws; one piece, loaded for such tables only. */
export { BatchMachine } from './BatchMachine.tsx'
export { ListActionHost as ListStage } from './ListActionHost.tsx'
export { RowMachine } from './RowMachine.tsx'
