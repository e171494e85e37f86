// Made by tablewright generate from schemas/shop · do not edit · 52095f741d559bae

export {}
