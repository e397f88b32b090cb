"""What people see: documents, tables, files. Each is made from results of the solver, never computed here."""
