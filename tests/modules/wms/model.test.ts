/** The warehouse against its model, the same sequences every time. Beside it in a file of its own: others every time. */
import { playSequences } from './model/play.ts'

playSequences(1000, 20_260)
