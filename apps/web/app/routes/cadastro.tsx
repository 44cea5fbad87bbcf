export default function Cadastro() { return <h1>Crie sua conta</h1>; }
